import type { Reach } from "../../api/access/reach.ts";
import type { EventMessage } from "../../events/stored-event.ts";

/** Whose week is told, and which. */
export interface DigestTerms {
  reach: Reach;
  /** Null: every project within reach. */
  projectId: string | null;
  /** In whose days it is told. */
  timezone: string;
  from: Date;
  to: Date;
  /** Asked before each project, since there may be hundreds; false: nobody needs it any more. */
  goOn?: () => Promise<boolean>;
}

/** A letter, but for whom it is to. */
export interface DigestLetter {
  subject: string;
  text: string;
  html: string;
}

/** A week, in words. */
export interface Digest {
  /** Projects that it is about: those of archived clients are not. */
  projects: number;
  /** Nothing changed clearly, and no run failed. */
  isQuiet: boolean;
  /** For a channel. */
  channelMessage: EventMessage;
  /** For a person. */
  letter(links: { settingsUrl: string; unsubscribeUrl: string }): DigestLetter;
}

/** Puts a week into words, as things are now; null if nobody needs it any more. */
export type MakeDigest = (terms: DigestTerms) => Promise<Digest | null>;
