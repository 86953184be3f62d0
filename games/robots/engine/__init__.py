"""What the strong robots think with: what matters of a table, deals that fit, rounds played in the head."""
