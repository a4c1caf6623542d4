import { type Static, Type } from "typebox";
import type { Provider } from "../../../reader/provider.ts";
import { Closed, Time } from "../../api/schema/schema.ts";
import { VendorProviderWord } from "../../api/schema/words.ts";
import type { EngineCredentials } from "./engine-credentials.ts";

export const EngineCredentialsView = Closed(
  {
    provider: VendorProviderWord(),
    last_four: Type.String({ description: "The key's last four characters." }),
    active: Type.Boolean({
      description: "False if the vendor refused the key or it can't be decrypted: save it again.",
    }),
    verified_at: Time("When the key was tried out."),
  },
  { title: "EngineCredentials", description: "An organization's own key for an assistant." },
);

/** `readable`: the key can be decrypted. */
export const engineCredentialsView = (
  { provider, lastFour, active, verifiedAt }: EngineCredentials,
  readable: boolean,
): Static<typeof EngineCredentialsView> => ({
  provider: provider as Provider,
  last_four: lastFour,
  active: active && readable,
  verified_at: verifiedAt,
});
