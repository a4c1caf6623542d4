import type { EngineErrorReason } from "./engine.ts";

/** What a vendor's code means, and what to do about it. */
export const reasonWords: Record<EngineErrorReason, [says: string, remedy: string]> = {
  no_credit: [
    "the vendor's account has no credit, or has reached its spending limit.",
    "Add credit or raise the limit in the vendor's console. The key is fine.",
  ],
  country: [
    "the vendor does not serve the country or network that this server calls from.",
    "Call from another network, or set a base URL that the vendor serves you at. The key is fine.",
  ],
  no_model: [
    "the vendor has no such model, or the account may not use it.",
    "Check the model's name, and which models the account may use.",
  ],
  service_off: [
    "the vendor's API is not enabled for the project that the key belongs to.",
    "Enable it in the vendor's console. The key is fine.",
  ],
  key_bound: [
    "the key may not be used from here, or not for this.",
    "Check the key's restrictions in the vendor's console: addresses, APIs, permissions.",
  ],
  no_permission: [
    "the vendor refuses the request, without saying that the key is wrong.",
    "Check the account's credit, which models and countries it may use, and the key's permissions.",
  ],
  policy: [
    "the vendor's content filter stopped the question.",
    "Try again, or look at the filter's settings in the vendor's console.",
  ],
  page: [
    "a web page came instead of an answer, so a firewall or a proxy is between this server and the vendor.",
    "Check the base URL, and that this machine's network lets API calls through.",
  ],
};
