"""The events that an app can subscribe to, the scopes that they need, and which come here."""

from collections.abc import Iterable, Mapping
from typing import Final

_NEEDED: Final[Mapping[tuple[str, ...], str]] = {
    (): """
        app_deleted app_home_opened app_installed app_rate_limited app_requested
        app_uninstalled app_uninstalled_team entity_details_requested function_executed
        grid_migration_finished grid_migration_started invite_requested message
        message.app_home resources_added resources_removed scope_denied scope_granted
        team_access_granted team_access_revoked tokens_revoked url_verification
        user_resource_denied user_resource_granted user_resource_removed
        """,
    ("app_mentions:read",): "app_mention",
    ("assistant:write",): "assistant_thread_context_changed assistant_thread_started",
    ("calls:read",): "call_rejected",
    ("channels:history",): "channel_history_changed message.channels",
    ("channels:read",): """
        channel_archive channel_created channel_deleted channel_id_changed channel_left
        channel_rename channel_unarchive
        """,
    ("channels:read", "groups:read"): """
        channel_shared channel_unshared member_joined_channel member_left_channel
        """,
    ("conversations.connect:manage",): """
        shared_channel_invite_accepted shared_channel_invite_approved
        shared_channel_invite_declined shared_channel_invite_requested
        """,
    ("conversations.connect:read", "conversations.connect:write"): "shared_channel_invite_received",
    ("dnd:read",): "dnd_updated dnd_updated_user",
    ("emoji:read",): "emoji_changed",
    ("files:read",): """
        file_change file_comment_added file_comment_deleted file_comment_edited file_created
        file_deleted file_public file_shared file_unshared
        """,
    ("groups:history",): "group_history_changed message.groups",
    ("groups:read",): """
        group_archive group_close group_deleted group_left group_open group_rename
        group_unarchive
        """,
    ("im:history",): "im_history_changed message.im",
    ("im:read",): "im_close im_created im_open",
    ("links:read",): "link_shared",
    ("metadata.message:read",): """
        message_metadata_deleted message_metadata_posted message_metadata_updated
        """,
    ("mpim:history",): "message.mpim",
    ("pins:read",): "pin_added pin_removed",
    ("reactions:read",): "reaction_added reaction_removed",
    ("stars:read",): "star_added star_removed",
    ("team:read",): "email_domain_changed team_domain_change team_rename",
    ("usergroups:read",): """
        subteam_created subteam_members_changed subteam_self_added subteam_self_removed
        subteam_updated
        """,
    ("users:read",): """
        team_join user_change user_huddle_changed user_profile_changed user_status_changed
        """,
    ("workflow.steps:execute",): """
        workflow_deleted workflow_published workflow_step_deleted workflow_step_execute
        workflow_unpublished
        """,
}

EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    event: scopes for scopes, events in _NEEDED.items() for event in events.split()
}
"""Name of an event -> scopes of which one must be there; none if it needs none."""

_SENT: Final = """
    app_home_opened app_mention app_uninstalled channel_archive channel_left channel_unarchive
    file_shared group_archive group_left group_unarchive member_joined_channel
    member_left_channel message.channels message.groups message.im message.mpim reaction_added
    reaction_removed tokens_revoked
"""
SENT: Final = frozenset(_SENT.split())
"""The events that this workspace sends; the others can be subscribed to, but never come."""


def silent(events: Iterable[str]) -> list[str]:
    """Those of some events that never come here, in order."""
    return sorted(frozenset(events) - SENT)
