"""What a template needs, for one viewer: values built from a Sight. Nothing here queries or writes."""
