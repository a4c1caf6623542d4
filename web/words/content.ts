import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import type { ContentTopic, Draft } from "../api/questions.ts";
import { inDigits, quantity } from "../figures/number.ts";

/** What to write. */
export const content = {
  viewer: "An editor can plan content and have drafts written.",
  title: "Content",
  onlyTagged: (tag: string): string =>
    `Only what prompts tagged ${isolateDirection(tag)} need. Drafts are listed whole.`,
  anyAssistant: "A plan is made for prompts, so it is the same for every assistant.",
  says: (brand: string): string =>
    `What to write so that assistants name ${isolateDirection(brand)}, most needed first. Planned from the prompts, the newest report and the newest reading of the website.`,
  notReady: "There is nothing to plan from yet.",
  notReadyHow: "Ask the assistants once, or have the website read. Either is enough for a plan.",
  nothing: "Nothing to write: the website covers every prompt.",
  actions: {
    create_new_article: "New article",
    optimize_existing_url: "Improve",
    covered_existing_url: "Covered",
  } satisfies Record<ContentTopic["content_action"], string>,
  priority: { high: "Needed most", medium: "Needed", low: "Can wait" } satisfies Record<
    ContentTopic["priority"],
    string
  >,
  nearest: "Nearest page",
  prompts: (count: number): string => `Answers ${quantity(count, "prompt")}`,
  seeAnswers: "see the answers",
  write: "Write a draft",
  hasDraft: "A draft about it",
  hasPost: "Published about it",
  writeTitle: "Write a draft?",
  brief: "Write what to change",
  writeSays:
    "An assistant writes it from pages of the website and facts of the newest report, and the text is checked against them. An article takes a minute or two. It counts as one draft.",
  as: "Write it as",
  platforms: {
    blog: "An article for the blog",
    linkedin: "A LinkedIn post",
    thread: "A thread of short posts",
  } satisfies Record<Draft["platform"], string>,
  start: "Write it",
  own: "Write about something else",
  topic: "Topic",
  drafts: "Drafts",
  noDrafts: "No drafts yet.",
  draft: "Draft",
  writtenOn: "Written",
  state: "State",
  kinds: {
    article: "Article",
    post: "LinkedIn post",
    thread: "Thread",
    update_brief: "Changes to a page",
  } satisfies Record<Draft["content_kind"], string>,
  states: {
    processing: "Being written",
    completed: "Draft",
    partial: "Draft",
    failed: "Failed",
  } satisfies Record<Draft["status"], string>,
  published: "Published",
  onBlog: "Draft on the blog",
  covered: (count: number): string => `${quantity(count, "topic")} that the website seems to cover already`,
  guess: "A guess by words alone",
};

/** The website, read or not. */
export const siteReading = {
  never: "The website has not been read yet, so it is not known what it covers.",
  noAddress: "The project has no website, so it is not known what is written already.",
  act: "Read the website",
  under: (pages: number, urlCount: number): string =>
    urlCount > pages
      ? `Reading the website: ${pages} of ${urlCount} pages so far.`
      : `Reading the website: ${quantity(pages, "page")} so far.`,
  failed: "The website could not be read.",
  done: (pages: number, day: string): string => `The website was read on ${day}: ${quantity(pages, "page")}.`,
  merged: (pages: number): string =>
    `${quantity(pages, "copy", "copies")} of other pages ${pages === 1 ? "was" : "were"} left out.`,
  walled: (pages: number): string =>
    `${quantity(pages, "page")} could not be read: a firewall, a cookie wall or a redirect answered instead.`,
  again: "Read it again",
};

/** The editor of a draft. */
export const draft = {
  viewer: "An editor can change and publish this draft.",
  kinds: {
    article: "Draft of an article",
    post: "Draft of a LinkedIn post",
    thread: "Draft of a thread",
    update_brief: "What to change on a page",
  } satisfies Record<Draft["content_kind"], string>,
  all: "All drafts",
  writing: "The draft is being written",
  writingSays:
    "An article takes a minute or two. You can leave this page; the draft will be here, and under Content.",
  stop: "Stop",
  failed: "There is no draft",
  retry: "Write it again",
  again: "Back to the plan",
  madeUp: "The built-in sandbox made this text up. Nothing in it is true; it shows what the editor does.",
  title: "Title",
  text: "Text",
  post: (at: number): string => `Post ${at}`,
  remaining: (remaining: number): string => (remaining >= 0 ? `${remaining} left` : `${-remaining} too many`),
  show: "Show",
  write: "Write",
  preview: "Preview",
  tools: "Format the text",
  tool: {
    bold: "Bold",
    italic: "Italic",
    header: "Heading",
    link: "Link",
    quote: "Quote",
    list: "List",
    numbers: "Numbered list",
  },
  saved: "Saved",
  unsaved: "Not saved yet",
  saving: "Saving",
  away: "Not saved: the server cannot be reached. Your text stays here, and saving is tried again.",
  out: "Not saved: sign in again. Your text stays here.",
  restored: "Your unsaved changes from before are here.",
  noTitle: "A draft needs a title.",
  noText: "A draft needs a text.",
  noPost: "A post needs a text.",
  rests: "What it rests on",
  sources: "Pages it cites",
  noSources: "It cites no page.",
  target: "The page to change",
  forTopic: "Topic",
  answersPrompts: "Prompts it answers",
  namedCount: (mentions: number, answers: number): string => `named in ${mentions} of ${answers}`,
  namedRate: (rate: string, answers: number): string => `named in ${rate} of ${quantity(answers, "answer")}`,
  checks: "Checks",
  holds: "✓",
  fails: "▼",
  words: (count: number, [least, most]: readonly [number, number]): string =>
    `${quantity(count, "word")}; ${inDigits(least)} to ${inDigits(most)} are right`,
  characters: (count: number, most: number): string =>
    `${inDigits(count)} of at most ${inDigits(most)} characters`,
  posts: (count: number, [least, most]: readonly [number, number], long: number): string =>
    long > 0
      ? `${quantity(long, "post")} too long`
      : `${quantity(count, "post")}; ${least} to ${most} can be saved`,
  linksHold: (count: number): string =>
    count === 0 ? "No links in the text" : `${quantity(count, "link")}, all to the website`,
  linksAway: (links: readonly string[]): string =>
    `${links.length === 1 ? "A link leads" : `${links.length} links lead`} elsewhere: ${links.join(", ")}`,
  figuresHold: (count: number): string =>
    count === 0
      ? "No figures"
      : `${quantity(count, "figure")}, found in the pages or the report when it was written`,
  figuresNew: (figures: readonly string[]): string =>
    `${figures.length === 1 ? "A figure" : `${figures.length} figures`} you added, not checked: ${figures.join(", ")}`,
  unchecked: "Statements without figures are not checked. Read the draft before you publish it.",
  search: "In search results",
  description: "Description",
  slug: "Last part of the address",
  copy: "Copy",
  copied: "Copied",
  noCopy: "The browser does not let this page copy. Select the text and copy it.",
  publish: "Publish",
  publishTo: (site: string): string => `Publish to ${isolateDirection(site)}`,
  publishSays:
    "The post is the draft as it stands, with its title, text and description. Later edits are made on the blog, and so is taking it down.",
  publishLeft: "The post becomes public as it now stands on the blog. Edits made here since do not reach it.",
  stays:
    "Edits made here do not reach the post. Change it or take it down on the blog; to publish the text again after that, have it written anew.",
  doubts: "Look at these first:",
  mode: "How",
  modes: {
    publish: "Readers can see it at once",
    draft: "As a draft on the blog, to look at there first",
  },
  unconfirmed: "The blog did not confirm the post. It may be there all the same.",
  lookForIt: "Look for it on the blog",
  sendAgain: "I looked on the blog, and the post is not there: send it again",
  tags: "Tags, with commas between",
  act: "Publish it",
  close: "Close",
  publishedAt: (day: string): string => `Published on ${day}.`,
  onBlog: "It is on the blog as a draft.",
  delete: "Delete the draft",
  deleteTitle: "Delete this draft?",
  deleteSays: "This cannot be undone.",
  deletePosted: "Its post stays on the blog: take it down there. This cannot be undone.",
  look: "See it there",
  edit: "Open it there",
  already: "The blog had it already, and nothing was changed.",
  connect: "Connect a blog",
  connectSays: "No blog is connected. Connect one in the settings, or copy the text.",
  refused: "The blog does not accept its credentials any more. Connect it again in the",
  refusedNow: "The blog rejects the credentials it was connected with. Connect it again in the settings.",
  toSettings: "settings",
};
