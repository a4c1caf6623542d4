import type { TSchema } from "typebox";
import type { Validator } from "typebox/compile";

const validators = new WeakMap<TSchema, Validator>();

/** The compiler is hundreds of modules and takes a tenth of a second: it is loaded after the start. */
let loading: ReturnType<typeof load> | null = null;

async function load() {
  const [{ Compile }, { Settings }] = await Promise.all([
    import("typebox/compile"),
    import("typebox/system"),
    import("./format.ts"),
  ]);
  // TypeBox stops at 8 findings by default, which may cut off the one that names a union.
  Settings.Set({ maxErrors: 256 });
  return Compile;
}

/** The compiled check of a schema, made at first use. */
export async function validatorOf(schema: TSchema): Promise<Validator> {
  const cachedValidator = validators.get(schema);
  if (cachedValidator) return cachedValidator;
  loading ??= load();
  const validator = (await loading)(schema);
  validators.set(schema, validator);
  return validator;
}
