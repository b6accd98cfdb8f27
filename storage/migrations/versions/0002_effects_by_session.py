"""What a session said is found again: a later message takes the place of an earlier one."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_effects_session", "effects", ["session"], unique=False)
