"""English as it is read in every country."""
