"""What is said of plays once a robot has appraised them: verdicts, accuracy, luck, reasons. Values in, values out."""
