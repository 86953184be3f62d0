"""Learning to count: positions in addresses, questions, streaks, the first round."""
