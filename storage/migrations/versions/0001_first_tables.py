"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "draws",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("problem", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("skin", sa.Text(), nullable=False),
        sa.Column("knobs", sa.Text(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "settings",
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "workspace", "user", "name"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("draw", sa.String(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("graded", sa.Boolean(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["draw"], ["draws.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_sessions_draw", "sessions", ["draw"], unique=False)
    op.create_index(
        "one_open_session_a_place",
        "sessions",
        ["platform", "workspace", "thread"],
        unique=True,
        sqlite_where=sa.text("open = 1"),
        postgresql_where=sa.text("open"),
    )
    op.create_table(
        "effects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("free_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("performed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "effects_that_wait",
        "effects",
        ["session", "id"],
        unique=False,
        sqlite_where=sa.text("performed = 0"),
        postgresql_where=sa.text("NOT performed"),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_events_session", "events", ["session"], unique=False)
    op.create_table(
        "notes",
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("session", "part"),
    )
    op.create_index("notes_of_a_person", "notes", ["platform", "workspace", "user"], unique=False)
    op.create_table(
        "people",
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("session", "platform", "workspace", "user"),
    )
    op.create_index(
        "sessions_of_a_person", "people", ["platform", "workspace", "user"], unique=False
    )
    op.create_table(
        "revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission", sa.String(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_revisions_session", "revisions", ["session"], unique=False)
    op.create_index("ix_revisions_submission", "revisions", ["submission"], unique=False)
    op.create_table(
        "timers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("free_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("session", "name", name="one_timer_a_name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_timers_free_at", "timers", ["free_at"], unique=False)
