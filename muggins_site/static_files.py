"""Static files: hashed names at set-up, and kept for ever by browsers."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """A name that is not in the manifest falls back to itself, so that a font that could not be cut breaks no page."""

    manifest_strict = False
