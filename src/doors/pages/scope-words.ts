/** What each scope allows, in the words of the consent page. */
export const scopeWords: Record<string, string> = {
  "visibility:read": "Read your projects, your reports and the answers in them",
  "visibility:run": "Run analyses, which uses your quota and costs what the assistants charge",
  "content:write":
    "Crawl sites, check them and write drafts, which uses your quota and costs what the assistants charge",
  "publish:write": "Publish to the blogs you have connected",
  "share:write": "Make public links to your reports",
  "projects:write": "Create and change projects, their prompts and imported answers",
  offline_access: "Stay connected until you end it, or 30 days after its last use",
};
