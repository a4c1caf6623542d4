import { type Static, Type } from "typebox";
import { Closed, Nullable, OneOf, Time } from "../../api/schema/schema.ts";
import type { StoredDigest } from "./digests.ts";

const properties = {
  active: Type.Boolean({ description: "Whether it is sent. Off until it is chosen." }),
  off_because: Nullable(OneOf(["off", "unsubscribed", "bounced"]), {
    description: "Why it is not; null while it is active, and where nobody has chosen it.",
  }),
  timezone: Nullable(Type.String(), {
    description: "Time zone in which it comes on Mondays at 8:00; null: never chosen.",
  }),
  only_changes: Type.Boolean({
    description: "Whether a week without a clear change or a failed run is left out.",
  }),
  next_at: Nullable(Time(), { description: "When the next one is due; null while it is off." }),
};

export const ChannelDigestView = Closed(properties, {
  title: "ChannelDigest",
  description: "What a channel is told every Monday.",
});

export const DigestView = Closed(
  {
    ...properties,
    address: Nullable(Type.String(), { description: "Where it goes: your email address." }),
    mail: Type.Boolean({ description: "Whether this server sends mail." }),
  },
  { title: "Digest", description: "What you are sent every Monday." },
);

export const channelDigestView = (digest: StoredDigest | undefined): Static<typeof ChannelDigestView> => ({
  active: digest?.active ?? false,
  off_because: digest?.offBecause ?? null,
  timezone: digest?.timezone ?? null,
  only_changes: digest?.onlyChanges ?? false,
  next_at: digest?.active ? digest.dueAt : null,
});

export const digestView = (
  digest: StoredDigest | undefined,
  { address, mail }: { address: string | null; mail: boolean },
): Static<typeof DigestView> => ({ ...channelDigestView(digest), address, mail });
