import { join } from "node:path";
import type { Config } from "../config.ts";
import { touchConnectors } from "./accounts/connectors/connectors.ts";
import { createBilling } from "./accounts/spending/billing.ts";
import { spendIn } from "./accounts/spending/spend.ts";
import { ownIssuer } from "./accounts/users.ts";
import { actions } from "./actions.ts";
import { heavyReadsAtOnce } from "./api/access/heavy-read.ts";
import type { AnyAction } from "./api/action.ts";
import type { Ports, Services } from "./api/context.ts";
import type { PasswordHash } from "./auth/accounts/account-options.ts";
import { createIdentity } from "./auth/accounts/identity.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { remoteKeys } from "./auth/jwt/jwks.ts";
import { createJwtVerifier } from "./auth/jwt/jwt.ts";
import { createKeySet } from "./auth/jwt/key-set.ts";
import { createKeys } from "./auth/key.ts";
import { createKeyUse } from "./auth/key-use.ts";
import { createAuthorization } from "./auth/oauth/authorization.ts";
import { createConnectorTokens } from "./auth/oauth/connector-token.ts";
import { boundedJsonFetch } from "./auth/oidc/bounded-json-fetch.ts";
import { heldSecret } from "./auth/secret-mark.ts";
import { derivedSecret, heldSecrets, knownSecrets } from "./auth/server-secret.ts";
import { createHeavyReads } from "./db/limits/heavy-reads.ts";
import { createLimiter, type LimitPlace } from "./db/limits/limits.ts";
import { placesInPostgres, placesOfOneProcess } from "./db/limits/read-places.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { unusedStore } from "./db/moving/notes.ts";
import { openStore } from "./db/open.ts";
import { endRunningReplays, replays } from "./db/replays.ts";
import type { Store } from "./db/store.ts";
import { transaction } from "./db/transaction.ts";
import type { Engines } from "./engines/engine.ts";
import { buildEngines } from "./engines/index.ts";
import { createOwnEngines } from "./engines/own-engines.ts";
import { examineStore, overdueAfterMs } from "./examine.ts";
import { contentsFrom } from "./exports/report-tables.ts";
import { networkOf } from "./http/request/address.ts";
import { edition } from "./kernel/edition.ts";
import { createLog, type Log } from "./kernel/log.ts";
import { createCursors } from "./kernel/secret/cursor.ts";
import { createMarks } from "./kernel/secret/marks.ts";
import { shareTokenHash } from "./kernel/secret/share-token.ts";
import { createUnsubscribeTokens, type Subscription } from "./kernel/secret/unsubscribe-token.ts";
import { createVault } from "./kernel/secret/vault.ts";
import { noTracing } from "./kernel/trace.ts";
import { onBehalfOf } from "./kernel/turns/on-behalf.ts";
import { createMetrics, noMetrics } from "./metrics/metrics.ts";
import { serveMetrics } from "./metrics/operator-routes.ts";
import { stateOf, stateOfMigrations } from "./metrics/state-of.ts";
import { serveControl } from "./operator/control.ts";
import { createImport } from "./operator/import-answers.ts";
import { createOperations, type Operations } from "./operator/operations.ts";
import { createMeasurementPlanning } from "./operator/plan-measurement.ts";
import { resealVaults } from "./operator/reseal-vaults.ts";
import { writeAudit } from "./organizations/audit-log/audit-log.ts";
import { findCredentials } from "./organizations/engine-credentials/engine-credentials.ts";
import { findShownInvitation } from "./organizations/invitations/invitations.ts";
import { currentRole, isAccountIn } from "./organizations/members/members.ts";
import { createBuckets } from "./outbound/buckets/index.ts";
import { createBlogs } from "./outbound/cms/index.ts";
import { createDestinations } from "./outbound/destinations/index.ts";
import { readJsonDocument } from "./outbound/guard/json-document.ts";
import { openOutside } from "./outbound/guard/open.ts";
import { countLetter, countLetters, uncountLetter, uncountLetters } from "./outbound/mail/letter-count.ts";
import { openWayOut } from "./outbound/proxy/way-out.ts";
import { createWebsite } from "./outbound/website/index.ts";
import { findProject, holdProject } from "./projects/projects.ts";
import { overdueSchedules } from "./projects/schedules.ts";
import { backlog } from "./queue/backlog.ts";
import { openQueue } from "./queue/queue.ts";
import { createFiguresAhead } from "./reports/part/figures-ahead.ts";
import { findSharedPage } from "./reports/share-links/share-links.ts";
import { judgeWatches } from "./reports/watched-changes.ts";
import { createHttpServer, type HttpServer } from "./rest.ts";
import { measurerFrom } from "./runs/measure-answers.ts";
import { planScheduled } from "./runs/scheduled-run.ts";
import { createShutdown } from "./shutdown.ts";
import { prepareIssueFrom } from "./telling/client-reports/client-letters.ts";
import { endRecipient, findRecipient } from "./telling/client-reports/client-reports.ts";
import { endDigest, findSubscription } from "./telling/digests/digests.ts";
import { makeDigestFrom } from "./telling/digests/make-digest.ts";
import { messageFrom, settingsUrlOf } from "./telling/words/event-message.ts";
import { createParsing } from "./threads/parsing.ts";
import { warm } from "./warm.ts";
import { createWorker, type Worker } from "./worker/worker.ts";

/** Where scripts/build-web.ts puts the web app. */
const webFolder = join(import.meta.dirname, "..", "..", "dist", "web");

/** What a test may replace. */
export interface Overrides {
  /** Stays open when the app is closed. */
  store?: Store;
  engines?: Engines;
  actions?: readonly AnyAction[];
  log?: Log;
  now?(): Date;
  /** Network access to the identity provider. */
  network?: typeof fetch;
  passwordHash?: PasswordHash;
}

/** What the caller has already begun, to run while this program loads. */
export interface Begun {
  store: Promise<Store>;
  log: Log;
}

/** The whole program, assembled but not yet listening. */
export interface App extends AsyncDisposable {
  /** How it runs, in a few words for the operator. */
  summary: string;
  door: HttpServer;
  services: Services;
  ports: Ports;
  operator: Operations;
  /** An address that opens the web app signed in, once, in a browser on this machine; null if people sign in elsewhere. */
  onceAddress(email: string): Promise<string | null>;
  /** An address at which the first account is made; null if there is one, or people sign in elsewhere. */
  firstAddress(): Promise<string | null>;
  worker: Worker;
  /** Serves, and works unless the config says otherwise. */
  listen(): Promise<string>;
  /** Works without serving. */
  work(): Promise<void>;
  /** Finishes what is in flight, hands back leases, and closes the store. */
  close(): Promise<void>;
  /** Ends the process this way on a signal or an uncaught error; a second signal ends it at once. */
  endWith(process: NodeJS.Process): void;
}

/** The composition root: the only place that knows every part. */
export async function buildApp(config: Config, overrides: Overrides = {}, startup?: Begun): Promise<App> {
  const log = overrides.log ?? startup?.log ?? createLog(config.logLevel, undefined, heldSecrets(config));
  const now = overrides.now ?? (() => new Date());
  // Closed in reverse order, also if a later part cannot be built.
  await using opened = new AsyncDisposableStack();
  const store = overrides.store ?? opened.use(await (startup?.store ?? openStore(config, log)));
  const { db } = store;
  for (const { says, remedy } of config.idleSettings) log.warn(`${says} ${remedy}`);
  if (unusedStore(config))
    log.warn("a store lies unused in the data directory: `move --to database` brings it to PostgreSQL");
  const secret = await heldSecret(db, config);
  if (store.kind === "embedded") await endRunningReplays(db);
  const place = limitPlace(config, store);
  const limiter = createLimiter({ rules: config.rateLimits, scale: config.rateLimitScale, place });
  const before = config.previousSecret;
  const vaultFor = (purpose: string) =>
    createVault(derivedSecret(secret, purpose), before ? derivedSecret(before, purpose) : null);
  if (before) await resealVaults(db, secret, before);
  const mailVault = vaultFor("mail");
  const telemetry =
    config.telemetry &&
    opened.use((await import("./telemetry/telemetry.ts")).openTelemetry(config.telemetry, { now, log }));
  const tracing = telemetry?.tracing ?? noTracing;
  const queue = opened.use(
    await openQueue({ db, pool: store.pool, mailVault, log, tracing, shared: store.kind === "server" }),
  );
  const wayOut = opened.use(await openWayOut(config));
  if (wayOut.proxy) log.info({ proxy: wayOut.proxy }, "requests go out through a proxy");
  const network = overrides.network ?? wayOut.fetch;
  const engines =
    overrides.engines ??
    buildEngines(config.engines, {
      timeoutMs: config.engineTimeoutMs,
      seed: config.sandboxSeed,
      network,
      log,
    });

  const ownEngines = createOwnEngines({
    engines,
    vault: vaultFor("engine credentials"),
    find: findCredentials,
  });

  const outside = opened.use(openOutside({ allow: config.outboundAllow, proxy: config.proxy }));
  const parsing = opened.use(createParsing());
  const website = createWebsite(outside, parsing);

  const keys = createKeys({ prefix: config.keyPrefix, secret });
  const keyUse = createKeyUse({ db, now, log });
  opened.defer(() => keyUse.flush());
  const identity = createIdentity({
    ...{ db, log, limiter, secret, config, now },
    vault: vaultFor("identity provider"),
    observeSignIn: (end) => metrics.observeSignIn(end),
    sendMail: config.mail && ((mail) => queue.enqueueMail(db, mail).then(queue.wake)),
    ...{ network, passwordHash: overrides.passwordHash },
  });
  const keySet = createKeySet({
    read: config.jwt ? remoteKeys(config.jwt.jwksUrl, boundedJsonFetch(network, log)) : identity.jwks,
  });
  const { issuer, audience } = config.jwt ?? identity;
  const connectorTokens = createConnectorTokens({
    keyPrefix: config.keyPrefix,
    secret,
    former: before ? { secret: before, db } : null,
  });
  const connectorUse = createKeyUse({ db, now, log, touch: touchConnectors });
  opened.defer(() => connectorUse.flush());
  // People who sign in elsewhere have no account here with which to authorize an assistant.
  const authorization = config.jwt
    ? null
    : createAuthorization({
        ...{ db, log, limiter, now, secret, siteUrl: config.siteUrl, tokens: connectorTokens },
        plans: config.plans,
        identity,
        revoked: () => authenticator.forgetConnectors(),
        readDocument: (url) => readJsonDocument(outside, url, log),
        outboundAllow: config.outboundAllow,
        networkOf,
      });
  const marksFor = (purpose: string) =>
    createMarks([secret, ...(before ? [before] : [])].map((secret) => derivedSecret(secret, purpose)));
  const marks = marksFor("marks of leavers");
  const unsubscribeTokens = createUnsubscribeTokens(marksFor("unsubscribing"));
  const unsubscribeUrlOf = (subscription: Subscription) =>
    `${config.siteUrl}/unsubscribe/${unsubscribeTokens.tokenOf(subscription)}`;
  const authenticator = createAuthenticator({
    db,
    keyPrefix: config.keyPrefix,
    keys,
    formerKeys: before ? createKeys({ prefix: config.keyPrefix, secret: before }) : null,
    keyUse,
    ...(authorization
      ? { connectors: { tokens: connectorTokens, resource: authorization.resource, use: connectorUse } }
      : {}),
    jwt: createJwtVerifier({ issuer, audience, keys: keySet, now }),
    issuer: config.jwt ? config.jwt.issuer : ownIssuer,
    marks,
    now,
  });

  const mailServer =
    config.mail &&
    (await import("./outbound/mail/smtp.ts")).createMailServer({
      ...config.mail,
      siteUrl: config.siteUrl,
      proxy: wayOut.proxyTo(config.mail.url),
    });
  const destinations = createDestinations(outside, { sendMail: mailServer?.send ?? null, now });
  const destinationVault = vaultFor("destinations");
  const buckets = createBuckets(outside, { now });
  const bucketVault = vaultFor("buckets");

  const figuresAhead = opened.use(createFiguresAhead({ db, parsing, log }));
  const services: Services = {
    db,
    engines,
    ownEngines,
    queue,
    outside,
    website,
    parsing,
    figuresAhead,
    blogs: createBlogs(outside, log),
    destinations,
    destinationVault,
    buckets,
    bucketVault,
    vault: vaultFor("cms credentials"),
    cursors: createCursors(derivedSecret(secret, "cursors").toString("base64url")),
    marks,
    newKey: keys.mint,
    newConnectorKey: () =>
      authorization && { ...connectorTokens.mintKey(), resource: authorization.resource },
    forgetKey: authenticator.forgetKey,
    forgetUser: authenticator.forgetUser,
    forgetOrganization: authenticator.forgetOrganization,
    forgetConnector: authenticator.forgetKey,
    countInvitationLetter: async (address) =>
      (await countLetter(limiter, "invitation_mail", address)) === null,
    uncountInvitationLetter: (address) => uncountLetter(limiter, "invitation_mail", address),
    countClientLetters: (addresses) => countLetters(limiter, "client_mail", addresses),
    uncountClientLetters: (addresses) => uncountLetters(limiter, "client_mail", addresses),
    clientUnsubscribeUrlOf: (id) => unsubscribeUrlOf({ kind: "client", id }),
    settings: config,
    now,
    log,
  };
  const hasReader = config.metrics.port !== null || config.metrics.token !== null || telemetry;
  const metrics = hasReader
    ? createMetrics(async () => ({
        queues: await backlog(db),
        overdueSchedules: await overdueSchedules(db, now(), overdueAfterMs),
        spend: { ...(await spendIn(db, now())), limitUsd: config.monthlySpendUsd },
      }))
    : noMetrics;
  telemetry?.report(metrics.families);
  const places = opened.use(
    store.kind === "server" ? placesInPostgres(db, heavyReadsAtOnce) : placesOfOneProcess,
  );
  const ports: Ports = {
    services,
    limiter,
    heavyReads: createHeavyReads({ atOnce: heavyReadsAtOnce, places }),
    onBehalfOf,
    replays,
    transaction: (work) => transaction(db, work),
    findProject,
    holdProject,
    currentRole,
    audit: writeAudit,
    billing: createBilling({ db, plans: config.plans, now }),
    observe: metrics.observe,
    edition: () => `${edition()} ${config.siteUrl}`,
    tracing,
  };
  const reddit =
    config.reddit &&
    opened.use(
      (await import("./outbound/reddit/reddit.ts")).createReddit(
        { ...config.reddit, connect: wayOut.connect },
        log,
      ),
    );
  const worker = opened.use(
    createWorker({
      ...{ db, queue, engines, ownEngines, now, log, settings: config },
      engineTimeoutMs: config.engineTimeoutMs,
      ...(overrides.now ? { storeNow: async () => now() } : {}),
      alone: store.kind === "embedded",
      connectionString: store.connectionString,
      timing: { grace: config.shutdown.graceMs },
      crawl: { website, parsing, settings: config.crawl },
      measuring: measurerFrom(parsing),
      figuresAhead,
      judgeWatches: (report) => judgeWatches({ db, parsing, now, log }, report),
      reddit,
      mail: mailServer && { sendMail: mailServer.send, mailVault },
      events: {
        ...{ destinations, vault: destinationVault, mails: config.mail !== null },
        countOffLetter: async (address) => (await countLetter(limiter, "off_mail", address)) === null,
        ...{
          tell: messageFrom({ db, parsing, siteUrl: config.siteUrl }),
          settingsUrl: settingsUrlOf(config.siteUrl),
        },
      },
      exports: {
        ...{
          buckets,
          vault: bucketVault,
          contents: contentsFrom({ db, parsing, log }),
          spread: config.spreadSchedules,
        },
        ...{ mails: config.mail !== null, settingsUrl: settingsUrlOf(config.siteUrl) },
      },
      digests: {
        make: makeDigestFrom({ db, parsing, siteUrl: config.siteUrl }),
        settingsUrl: `${config.siteUrl}/account#digest`,
        unsubscribeUrlOf: (id) => unsubscribeUrlOf({ kind: "digest", id }),
      },
      clientReports: {
        ...{ prepare: prepareIssueFrom(services), mails: config.mail !== null, siteUrl: config.siteUrl },
      },
      tracing,
      observeCall: metrics.observeCall,
      observeSettled: metrics.observeSettled,
      schedule: {
        plan: (due) =>
          tracing.span({ name: "scheduled run", kind: "job", parent: null }, () =>
            planScheduled(services, due),
          ),
        spread: config.spreadSchedules,
      },
    }),
  );
  const operator = createOperations({
    config,
    store,
    identity,
    keys,
    newConnectorKey: connectorTokens.mintKey,
    now,
    forgetUser: authenticator.forgetUser,
    forgetOrganization: authenticator.forgetOrganization,
    importAnswers: createImport(ports),
    planMeasurement: createMeasurementPlanning(ports),
    examineStore: () => examineStore(store, now, knownSecrets(config)),
  });
  const checks = async () => ({
    database: await stateOf(store.checkWritable),
    migrations: await stateOfMigrations(() => pendingMigrations(db)),
    disk: await stateOf(store.checkRoom),
    // Our own keys are in the database, which is checked above.
    ...(config.jwt ? { keys: { state: keySet.state(), ok: true, needed: false } } : {}),
  });
  const door = createHttpServer({
    actions: overrides.actions ?? actions,
    isProduct: overrides.actions === undefined,
    ports,
    config,
    authenticate: authenticator.authenticate,
    ...(config.jwt
      ? {}
      : {
          people: identity,
          identityHandler: identity.handler,
        }),
    invitations: {
      async find(token) {
        const hash = shareTokenHash(token);
        return hash ? findShownInvitation(db, hash) : undefined;
      },
      isIn: (accountId, organizationId) => isAccountIn(db, accountId, organizationId),
    },
    findSharedPage: async (token) => {
      const hash = shareTokenHash(token);
      return hash ? findSharedPage(db, hash, now()) : undefined;
    },
    unsubscribing: {
      async find(token) {
        const subscription = unsubscribeTokens.read(token);
        if (!subscription) return undefined;
        const { kind, id } = subscription;
        const subscriber = await (kind === "digest" ? findSubscription(db, id) : findRecipient(db, id));
        const what = kind === "digest" ? "the Monday digest" : "the reports";
        return subscriber && { what, of: subscriber.organization, active: subscriber.active };
      },
      async end(token) {
        const subscription = unsubscribeTokens.read(token);
        if (subscription?.kind === "digest") await endDigest(db, subscription.id, "unsubscribed");
        if (subscription?.kind === "client") await endRecipient(db, subscription.id, "unsubscribed");
      },
    },
    ...(authorization ? { authorization } : {}),
    webFolder,
    operator: {
      checks,
      metrics,
      metricsToken: config.metrics.port === null ? config.metrics.token : null,
    },
    log,
  });

  opened.defer(() => door.close());

  const parts = opened.move();
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= parts.disposeAsync());

  /** Health and metrics on a separate port, if one is set. */
  async function watched(): Promise<void> {
    const { port, token } = config.metrics;
    if (port === null) return;
    const server = await serveMetrics({ checks, metrics }, { host: config.host, port, token });
    parts.defer(() => void server.close());
  }

  return {
    summary: `${store.kind === "embedded" ? `embedded store in ${config.dataDir}` : "PostgreSQL"}, engines: ${engines.configured().join(", ")}`,
    door,
    services,
    ports,
    operator,
    onceAddress: async (email) =>
      config.jwt ? null : `${new URL(config.siteUrl).origin}${await identity.onceLink(email)}`,
    async firstAddress() {
      const path = config.jwt ? null : await identity.joining.firstLink();
      return path && new URL(path, config.siteUrl).href;
    },
    worker,
    async listen() {
      if (store.lock) serveControl(store.lock, operator, log);
      await watched();
      const address = await door.listen(config);
      // The first caller does not wait for what the worker checks at its start.
      if (config.worker) await worker.start();
      parts.use(warm([metrics, { load: engines.warm }, outside, parsing], log));
      return address;
    },
    async work() {
      await watched();
      await worker.start();
    },
    close,
    [Symbol.asyncDispose]: close,
    endWith(process) {
      // Callers who wait for a report are answered with its current state while the worker ends.
      const drain = () => {
        door.drain();
        void queue.completions.stop();
        void worker[Symbol.asyncDispose]();
      };
      const exit = (code: number) => process.exit(code);
      const shutdown = createShutdown({
        door: { drain, close: door.close },
        afterwards: [close],
        log,
        exit,
        ...config.shutdown,
        leastNoticeMs: 250,
      });
      shutdown.install(process);
      void store.broken.then((error) => {
        log.fatal({ err: error }, `${error.message}: this process ends; what was committed is safe`);
        return shutdown.begin("store broken", 1);
      });
    },
  };
}

function limitPlace(config: Config, store: Store): LimitPlace {
  return store.kind === "server" && config.limits === "shared" ? { pool: store.pool } : "memory";
}
