/** What each scope allows, in the consent page's words. */
export const scopeWords: Record<string, string> = {
  "visibility:read": "Read your projects, reports and answers",
  "visibility:run": "Run analyses (uses your quota; the assistants charge for answers)",
  "content:write":
    "Crawl and check websites and write drafts (uses your quota; the assistants charge for drafts)",
  "publish:write": "Publish to your connected blogs",
  "share:write": "Create public links to your reports",
  "projects:write": "Create and change projects and prompts, and import answers",
  offline_access: "Stay connected until you disconnect it, or for 30 days after its last use",
};
