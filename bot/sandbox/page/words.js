// The page's own words, in English and in Chinese: what people read beside what others wrote.
//
// The top bar and the drawer belong to the local Slack alone and stay English.

const at = (day, clock) => `${day} at ${clock}`;
const many = (count, one, more) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

const TABLE = {
  // Messages.
  replies: [(count) => many(count, "reply", "replies"), (count) => `${count} 条回复`],
  lastReply: [(when) => `Last reply ${when}`, (when) => `最后回复：${when}`],
  waiting: ["Waiting for you", "等你处理"],
  onlyYou: ["Only visible to you", "仅对你可见"],
  dismiss: ["Dismiss", "忽略"],
  alsoSent: ["Also sent to the channel", "也已发送到频道"],
  replied: ["Replied to a thread", "回复了消息列"],
  edited: ["(edited)", "（已编辑）"],
  writing: ["Still writing", "正在输入"],
  deleted: ["This message was deleted.", "此消息已删除。"],
  fresh: ["New", "新消息"],
  dayAt: [at, (day, clock) => `${day} ${clock}`],
  bytes: ["bytes", "字节"],
  download: [(name) => `Download ${name}`, (name) => `下载 ${name}`],
  startOf: [(name) => `Start of ${name}`, (name) => `${name} 的开头`],
  notifies: ["Notifies people", "会通知成员"],
  // What can be done with them.
  actions: ["Message actions", "消息操作"],
  more: ["More actions", "更多操作"],
  options: ["More options", "更多选项"],
  replyInThread: ["Reply in thread", "在消息列中回复"],
  react: ["Add reaction", "添加表情回应"],
  reacted: [(who, name) => `${who} reacted with ${name}`, (who, name) => `${who}用 ${name} 回应`],
  you: ["you", "你"],
  copyLink: ["Copy link to message", "复制消息链接"],
  copied: ["Link copied", "链接已复制"],
  edit: ["Edit message", "编辑消息"],
  save: ["Save", "保存"],
  cancel: ["Cancel", "取消"],
  yes: ["Yes", "是"],
  remove: ["Delete message…", "删除消息…"],
  removeAsAdmin: ["Delete (as an admin)…", "删除（以管理员身份）…"],
  removeTitle: ["Delete message", "删除消息"],
  removeText: ["Are you sure you want to delete this message? This cannot be undone.", "确定要删除这条消息吗？此操作无法撤消。"],
  removeYes: ["Delete", "删除"],
  // Channels and the list of them.
  channels: ["Channels", "频道"],
  directs: ["Direct messages", "私信"],
  apps: ["Apps", "应用"],
  app: ["App", "应用"],
  home: ["Home", "主页"],
  messages: ["Messages", "消息"],
  thread: ["Thread", "消息列"],
  closeThread: ["Close thread", "关闭消息列"],
  isPrivate: ["private", "私密"],
  waits: [(count) => (count === 1 ? "waits" : `${count} wait`), (count) => `${count} 待办`],
  waitingCount: [(count) => `${count} waiting for you`, (count) => `${count} 项等你处理`],
  mentions: [(count) => many(count, "mention", "mentions"), (count) => `${count} 次提及`],
  archived: ["Archived", "已存档"],
  viewArchived: ["You are viewing an archived channel.", "你正在查看已存档的频道。"],
  viewing: [(name) => `You are viewing #${name}`, (name) => `你正在查看 #${name}`],
  join: ["Join channel", "加入频道"],
  channelActions: ["Channel actions", "频道操作"],
  leave: ["Leave channel", "离开频道"],
  leaveText: ["It is private: only somebody in it could add you again.", "这是私密频道：只有其中的成员才能再次添加你。"],
  sendingOff: ["Sending messages to this app has been turned off.", "已关闭向此应用发送消息的功能。"],
  beginning: [(name) => `This is the very beginning of ${name}`, (name) => `这里是 ${name} 的开端`],
  between: [(name) => `This conversation is between you and ${name}`, (name) => `这是你与 ${name} 之间的对话`],
  appMissing: [(app) => `${app} is not in this channel. Add it with `, (app) => `${app} 不在此频道中。添加它：`],
  commandFirst: [["Type ", " to begin."], ["输入 ", " 开始。"]],
  noHome: ["Nothing published yet", "尚未发布任何内容"],
  noHomeText: [(app) => `${app} has not put anything here.`, (app) => `${app} 还没有在这里放任何内容。`],
  // The composer.
  message: ["Message", "消息"],
  messageTo: [(name) => `Message ${name}`, (name) => `发消息到 ${name}`],
  reply: ["Reply", "回复"],
  send: ["Send", "发送"],
  emoji: ["Emoji", "表情符号"],
  searchEmoji: ["Search emoji", "搜索表情符号"],
  shortcuts: ["Shortcuts", "快捷方式"],
  slash: ["Slash commands", "斜杠命令"],
  mention: ["Mention someone", "提及某人"],
  commands: ["Commands", "命令"],
  people: ["People", "成员"],
  notifyAll: ["Notify everyone here", "通知这里的所有人"],
  addApp: ["Add an app to this channel", "将应用添加到此频道"],
  cannotAdd: [
    (name, example) => `Nobody called ${name || "that"} can be added here. Try ${example}`,
    (name, example) => `无法在此添加${name ? `“${name}”` : "该成员"}。请试试 ${example}`,
  ],
  // Forms and blocks.
  back: ["Back", "返回"],
  close: ["Close", "关闭"],
  optional: [" (optional)", "（可选）"],
  choose: ["Choose…", "选择…"],
  chooseOption: ["Choose an option", "选择一个选项"],
  dateAndTime: ["Date and time", "日期和时间"],
  search: ["Search", "搜索"],
  clear: ["Clear", "清除"],
  nothingChosen: ["nothing chosen", "未选择"],
  noResults: ["No results", "无结果"],
  typeMore: [(count) => `Type at least ${many(count, "character", "characters")} to search.`, (count) => `请至少输入 ${count} 个字符进行搜索。`],
  mostChosen: [(count) => `At most ${count} can be chosen.`, (count) => `最多可选择 ${count} 项。`],
  removeFile: [(name) => `Remove ${name}`, (name) => `移除 ${name}`],
  done: [(count, all) => `${count} of ${all} done`, (count, all) => `已完成 ${count}/${all}`],
  pending: ["Not started", "未开始"],
  in_progress: ["In progress", "进行中"],
  complete: ["Done", "已完成"],
  error: ["Failed", "失败"],
  table: ["Table", "表格"],
  rows: [(first, last, all) => `${first}–${last} of ${all}`, (first, last, all) => `第 ${first}–${last} 行，共 ${all} 行`],
  previous: ["Previous", "上一页"],
  next: ["Next", "下一页"],
  carousel: ["Carousel", "轮播"],
  connect: ["Connect", "连接"],
  connected: ["Connected", "已连接"],
  disconnect: ["Disconnect", "断开连接"],
  call: ["Call", "通话"],
};

const column = (index) => Object.fromEntries(Object.entries(TABLE).map(([name, both]) => [name, both[index]]));
const ENGLISH = column(0);
const CHINESE = column(1);

/** The words in the language of the person who looks. */
export let words = ENGLISH;

/** Speak the language of a locale: what is made from now on, and what stands on the page already. */
export function speak(locale) {
  words = locale.startsWith("zh") ? CHINESE : ENGLISH;
  document.documentElement.lang = locale;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
  for (const one of document.querySelectorAll("[data-name]")) {
    one.setAttribute("aria-label", words[one.dataset.name]);
    if (one.title) one.title = words[one.dataset.name];
  }
}
