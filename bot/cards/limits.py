"""Slack's limits, in one table, and the tighter ones we give ourselves.

Behind each number stands where it is from: D Slack's documentation, S the source
of slack_sdk, R seen when run, T reported by others. Texts are measured with
`text.size`: escaped, in UTF-16 units, the largest count that Slack could mean.
"""

# Messages
MESSAGE_BLOCKS = 50  # D
UPDATE_TEXT_BYTES = 4_000  # D for the number, T that it means bytes after escaping
MESSAGE_CHARACTERS = 13_200  # T: bolt-js#2509, over it `msg_blocks_too_long`; undocumented
MARKDOWN_TOTAL = 12_000  # D: all markdown blocks of a message together
PLAN_TASKS = 50  # D
TABLE_ROWS = 100  # D, the header among them
TABLE_COLUMNS = 20  # D
TABLE_CHARACTERS = 10_000  # D: all cells of a message; openclaw#46737: one table a message

# Blocks and their parts
SECTION_TEXT = 3_000  # D
SECTION_FIELD = 2_000  # D
HEADER_TEXT = 150  # D
CONTEXT_ELEMENTS = 10  # D
ACTIONS_ELEMENTS = 25  # D
ACTION_ID = 255  # D
BLOCK_ID = 255  # D
BUTTON_TEXT = 75  # D
BUTTON_VALUE = 2_000  # D
OPTION_TEXT = 75  # D
URL = 3_000  # D
CONFIRM_TITLE = 100  # D
CONFIRM_TEXT = 300  # D
CONFIRM_BUTTON = 30  # D

# Views
VIEW_BLOCKS = 100  # D
VIEW_TITLE = 24  # D; submit and close alike
VIEW_METADATA = 3_000  # D
VIEW_BYTES = 250_000  # T
INPUT_LABEL = 2_000  # D; the hint alike
INPUT_TEXT = 3_000  # D; node-slack-sdk#940: max_length cannot be more

# Ours
NOTICE_BYTES = 900
"""Of a message's one-line text, escaped: what a notification shows, far below 4,000."""
NOTICE_TITLE_BYTES = 120
"""What its title gets at least, however many people the rest names."""
CARD_PARTS = 15
"""Labelled parts shown on one card; the rest is in its file."""
CARD_TEXT = 9_500
"""Characters that summary and parts share on one card, labels and warnings included."""
PART_TEXT = 2_400
"""Characters of one part's text, so that its label, warning and cut mark fit the section too."""
PART_LABEL = 80
PART_WARNING = 300
RESULT_TEXT = 11_000
"""Characters of a result shown in full."""
LINK = 2_500
"""Of one link in a result as Slack's own markup: it stays whole in a section."""
LINK_TITLE = 300
RESULT_BLOCKS = 40
"""Paragraphs of a result shown in full: Slack makes a block of each, and counts them (T)."""
TABLE_TEXT = 9_500
"""Characters of a table drawn as one."""
SUMMARY_TEXT = 2_500
"""Characters shown of a result that is in a file."""
RETRIES = 10
"""Buttons of one card for what can be tried again."""
RETRY_LABEL = 60
"""Characters of what such a button names."""
PROBLEM_TEXT = 300
"""Characters shown of why an answer was refused."""
COMMENT_TEXT = 900
"""Characters shown of what people said with their decision."""
LABEL_TEXT = 120
"""Characters of a title or label in a line."""
SUBJECT = 60
"""Characters of what a run is about, in its titles."""
NAME_TEXT = 40
"""Characters of a name, period or reference in a line."""
PREVIEW_GRAPHEMES = 80
"""What the progress message shows of a step's outcome."""
STEP_LABEL = 60
"""Characters of a step's name."""
STEP_NOTE = 700
"""Characters of a preview, however many marks its graphemes carry; fewer among many steps."""
PROGRESS_TEXT = 9_000
"""Characters all lines of the progress message share."""
EDIT_PART = 2_400
"""Characters a prefilled input starts with, so that people have room to add some."""
EDIT_INPUTS = 60
"""Inputs of one edit form; what needs more is not editable in Slack."""
EDIT_BYTES = 150_000
"""Text of one edit form in bytes, well below `VIEW_BYTES` with escapes and labels."""
FORM_BYTES = 220_000
"""Inputs of one form as JSON, below `VIEW_BYTES` with what stands above them."""
ROWS_IN_FULL = 12
"""Actions that have buttons of their own each; of more, each has a menu."""
ROWS = 40
"""Actions on one card."""
REST = 60
"""Actions that one press of "Approve the rest" is for."""
ROW_NAME = 60
ROW_VALUE = 1_500
"""Characters of one argument, and of a description, where there is room."""
ROW_VALUE_OF_MANY = 120
ROW_COMMENT = 60
"""Characters shown of what was said to a single action."""
OVERFLOW_OPTIONS = 5  # D
OPTION_VALUE = 150  # D
SELECT_OPTIONS = 100  # D
MENTIONS = 5
"""People named one by one; more would be noise for all of them."""
