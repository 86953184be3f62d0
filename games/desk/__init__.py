"""What the desk is shown: figures about people, the pulse of the site, a match to be reviewed. Queries only."""
