"""Realistic stand-ins, a file a family; every choice comes from the secret key and the patient, none from chance."""
