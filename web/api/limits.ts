/** The bounds of what is sent, by schema and field; `max` of a text is in characters, of a list in number. By `npm run generate`. */
export const limits = {
  AcceptInvitationRequest: {
    token: { max: 128 },
  },
  CheckReadinessRequest: {
    url: { max: 2048 },
  },
  ChooseOrganizationRequest: {
    organizationId: { max: 128 },
  },
  CompetitorInput: {
    name: { max: 120 },
    aliases: {
      max: 20,
      each: { max: 120 },
    },
    domain: { max: 253 },
  },
  CreateClientWorkspaceRequest: {
    name: { max: 120 },
    domain: { max: 253 },
  },
  CreateConnectorRequest: {
    name: { max: 100 },
    scopes: { max: 6 },
  },
  CreateCorrectionRequest: {
    alias: { max: 120 },
    brand: { max: 120 },
    note: { max: 500 },
  },
  CreateInterventionRequest: {
    at: { max: 40 },
    title: { max: 200 },
    promptKeys: { max: 500 },
    url: { max: 2048 },
    reportId: { max: 64 },
    note: { max: 2000 },
  },
  CreateInvitationRequest: {
    email: { max: 254 },
    workspaceIds: { max: 500 },
  },
  CreateKeyRequest: {
    name: { max: 100 },
    scopes: { max: 6 },
  },
  CreateProjectRequest: {
    name: { max: 120 },
    brand: { max: 120 },
  },
  CreateShareLinkRequest: {
    reportId: { max: 128 },
    expiry: { max: 40 },
    presenterName: { max: 120 },
    logoUrl: { max: 2048 },
    summary: { max: 2000 },
  },
  CreateWebhookRequest: {
    url: { max: 2048 },
    name: { max: 80 },
    types: { max: 16 },
  },
  GenerateContentRequest: {
    topic: { max: 300 },
  },
  ImportAnswersRequest: { max: 2000 },
  ImportedAnswer: {
    prompt: { max: 500 },
    model: { max: 120 },
    sample: { min: 1, max: 2000 },
    citations: {
      max: 100,
      each: {
        url: { max: 8192 },
        title: { max: 1000 },
      },
    },
    answeredAt: { max: 40 },
    tags: {
      max: 10,
      each: { max: 40 },
    },
  },
  OccurrenceInput: {
    reportId: { max: 128 },
    sample: { min: 1, max: 2000 },
    start: { min: 0, max: 262144 },
    end: { min: 0, max: 262144 },
  },
  PlanMeasurementRequest: {
    earlierReports: { min: 1, max: 12 },
    engines: { max: 13 },
  },
  PreviewCorrectionRequest: {
    alias: { max: 120 },
    brand: { max: 120 },
  },
  ProjectSettings: {
    brandAliases: {
      max: 20,
      each: { max: 120 },
    },
    domain: { max: 253 },
    websiteUrl: { max: 2048 },
    about: { max: 300 },
    competitors: { max: 20 },
    prompts: { max: 500 },
    providers: { max: 13 },
    samples: { min: 1, max: 10 },
    monthlySpendUsd: { min: 0, max: 1000000 },
    country: { max: 2 },
    language: { max: 35 },
    timezone: { max: 64 },
  },
  PromptInput: {
    max: 500,
    prompt: { max: 500 },
    intent: { max: 40 },
  },
  PublishToCmsRequest: {
    reportId: { max: 128 },
    slug: { max: 185 },
    tags: {
      max: 10,
      each: { max: 60 },
    },
  },
  RunAnalysisRequest: {
    brand: { max: 120 },
    prompts: { max: 20 },
  },
  RunCustomAnalysisRequest: {
    brand: { max: 120 },
    prompts: { max: 20 },
  },
  SaveBucketRequest: {
    endpoint: { max: 2048 },
    prefix: { max: 200 },
    hour: { min: 0, max: 23 },
    timezone: { max: 64 },
  },
  SaveCmsConnectionRequest: {
    siteUrl: { max: 2048 },
    username: { max: 60 },
    applicationPassword: { max: 100 },
  },
  SaveDraftRequest: {
    title: { max: 300 },
    bodyMarkdown: { max: 100000 },
    posts: {
      max: 15,
      each: { max: 280 },
    },
    metaDescription: { max: 300 },
    slug: { max: 100 },
  },
  SaveEngineCredentialsRequest: {
    apiKey: { max: 1024 },
  },
  SavedPromptInput: {
    max: 500,
    prompt: { max: 500 },
    intent: { max: 40 },
    tags: {
      max: 10,
      each: { max: 40 },
    },
  },
  SetChannelDigestRequest: {
    timezone: { max: 64 },
  },
  SetClientReportRequest: {
    recipients: {
      max: 10,
      each: { max: 254 },
    },
    logoUrl: { max: 2048 },
  },
  SetDigestRequest: {
    timezone: { max: 64 },
  },
  SetPromptsRequest: {
    prompts: { max: 500 },
  },
  SetWatchesRequest: {
    watches: {
      max: 20,
      each: {
        competitor: { max: 120 },
        where: {
          tag: { max: 40 },
        },
        atLeast: { min: 0, max: 100 },
      },
    },
  },
  StartCrawlRequest: {
    url: { max: 2048 },
  },
  SuggestContentRequest: {
    count: { min: 1, max: 20 },
    tag: { max: 40 },
  },
  SuggestPromptsRequest: {
    brand: { max: 120 },
  },
  TagPromptsRequest: {
    promptKeys: { max: 500 },
    add: {
      max: 10,
      each: { max: 40 },
    },
    remove: {
      max: 10,
      each: { max: 40 },
    },
  },
  UpdateClientWorkspaceRequest: {
    name: { max: 120 },
    domain: { max: 253 },
  },
  UpdateMemberRequest: {
    workspaceIds: { max: 500 },
  },
  UpdateOrganizationRequest: {
    name: { max: 100 },
    monthlySpendUsd: { min: 0, max: 1000000 },
    retention: {
      answersDays: { min: 1, max: 396 },
      rowsDays: { min: 1, max: 396 },
      auditDays: { min: 30, max: 400 },
    },
  },
  UpdateProjectRequest: {
    name: { max: 120 },
    brand: { max: 120 },
  },
  UpdateRedditOpportunityRequest: {
    replyDraft: { max: 10000 },
  },
  UpdateWebhookRequest: {
    url: { max: 2048 },
    name: { max: 80 },
    types: { max: 16 },
  },
};
