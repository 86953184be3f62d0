"""Learning to count: positions in an address, questions from robots' rounds, the first round that is guided.

Values in, values out, like the rules: no Django, no clock, and no chance but that of a seed.
"""
