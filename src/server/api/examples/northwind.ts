import type { TrackedBrands } from "../../../reader/brand.ts";

/** The brand that all examples are about: ids, names and times that agree with one another. */

export const projectId = "019bbf1c-64a0-7d52-8a3e-5c1f0e9b7a42";
export const reportId = "019bbf20-0e11-7a64-9c0d-1b7e42f3d865";
export const earlierReportId = "019b9b15-3f40-7c18-b2aa-90d4c6e7f123";
export const draftId = "019bbf3e-7a52-7e09-8d41-6f2c3b9a5e70";
export const crawlId = "019bbf1d-1c7e-7b93-a5f6-2e8d4c0b9a17";
export const testId = "019bbf1e-90b3-7f2d-8c64-3a7b5d1e0f28";
export const workspaceId = "019bbf1b-02d8-7a3c-9e15-4b6f8a0c2d39";
export const keyId = "019bbf19-5e64-7d0a-b7c3-8f1e2a4d6b50";
export const organizationId = "019bbf18-3b2a-7c1d-8e0f-9a8b7c6d5e4f";
export const memberId = "01978f6e-6c5b-7a49-9b0c-5d2e8f1a3b71";
export const connectorId = "019bbf19-c081-7c5e-a2d4-0b9f7e3c1a68";
export const shareLinkId = "019bbf41-2b90-7e7a-86f5-d3c1b0a9e874";
export const opportunityId = "019bbf43-88c7-7b16-9da2-7e5f4c3b2a19";
export const requestId = "019bbf45-f3a6-7d8c-8b07-1c2e3d4f5a6b";

export const tag = "Quiet kettles";
/** A part of the answers. */
export const partTerms = { tag, provider: "chatgpt" } as const;

export const earlier = "2026-01-08T09:00:00.000Z";
export const askedAt = "2026-01-15T09:00:00.000Z";
export const answered = "2026-01-15T09:01:24.000Z";
export const later = "2026-01-15T10:30:00.000Z";

export const siteUrl = "https://overheard.example";
export const website = "https://northwind.example/";

export const northwindBrands: TrackedBrands = {
  own: {
    name: "Northwind",
    aliases: ["Northwind Kettles"],
    domains: ["northwind.example"],
    about: "Quiet electric kettles",
  },
  rivals: [{ name: "Kesselhaus", aliases: [], domains: ["kesselhaus.example"], about: null }],
};

export const questions = [
  "What is the quietest electric kettle?",
  "Which electric kettle is best for a small office?",
] as const;

export const brand = northwindBrands.own.name;
export const competitors = northwindBrands.rivals.map(({ name }) => name);

/** The place after the first 50 items of a list. */
export const cursor = "eyJhZnRlciI6NTB9";

/** What every deletion answers but for the id. */
export const deleted = { Deleted: { summary: "Deleted", data: { id: projectId, deleted: true as const } } };
