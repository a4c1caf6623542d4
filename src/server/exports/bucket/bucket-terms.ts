import { Type } from "typebox";
import { OneOf } from "../../api/schema/schema.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { bucketPlace } from "../../outbound/buckets/bucket.ts";
import { spelledTimezone, timezoneFault } from "../../projects/project-terms.ts";
import { type ExportFormat, exportFormats } from "../contents.ts";

/** Hour of the local time in which the night's export begins, unless another is chosen. */
const usualHour = 3;

/** As Amazon S3 and the services that speak its protocol take them; names of folders that a URL would not keep are left out. */
export const bucketFields = {
  endpoint: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      "Address of the service: https, without a path. Where it takes the bucket in the host alone, with `{bucket}.` before the host.",
    examples: ["https://s3.eu-central-1.amazonaws.com"],
  }),
  region: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9-]{1,40}$",
      expects: "a region such as eu-central-1, or auto",
      description: "Region of the bucket.",
      default: "us-east-1",
      examples: ["eu-central-1"],
    }),
  ),
  bucket: Type.String({
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$",
    expects: "the name of a bucket",
    description: "Name of the bucket, which has to be there.",
    examples: ["northwind-visibility"],
  }),
  prefix: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: "^(\\w[\\w.=-]*(/\\w[\\w.=-]*)*)?$",
      expects: "folders of letters, digits and `-_.=`, without slashes around them",
      description: "Folder in it; empty: none.",
      default: "",
      examples: ["overheard"],
    }),
  ),
  format: Type.Optional(
    OneOf(exportFormats, { default: "ndjson", description: "JSON Lines or CSV, both compressed with gzip." }),
  ),
  hour: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 23,
      default: usualHour,
      description: "Hour of the day in which it is exported.",
      examples: [3],
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: "UTC",
      description: "Time zone of that hour (IANA).",
      examples: ["Europe/Berlin"],
    }),
  ),
  accessKey: Type.Optional(
    Type.String({
      pattern: "^[!-~]{3,128}$",
      expects: "the id as the service shows it, without spaces",
      writeOnly: true,
      description: "Id of an access key that may write objects there; absent: as before.",
      examples: ["AKIAIOSFODNN7EXAMPLE"],
    }),
  ),
  secretKey: Type.Optional(
    Type.String({
      pattern: "^[!-~]{8,256}$",
      expects: "the secret as the service shows it, without spaces",
      writeOnly: true,
      description: "Its secret, stored encrypted and never shown; absent: as before.",
      examples: ["wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
    }),
  ),
  active: Type.Optional(
    Type.Boolean({ default: true, description: "Whether it is exported to every night." }),
  ),
};

export const bucketDefaults: {
  region: string;
  prefix: string;
  format: ExportFormat;
  hour: number;
  timezone: string;
  active: boolean;
} = {
  ...{ region: "us-east-1", prefix: "", format: "ndjson", hour: usualHour, timezone: "UTC", active: true },
};

/** Services whose addresses begin with the bucket where it is copied from its page. */
const bucketHosts =
  /\.(?:amazonaws\.com(?:\.cn)?|cloudflarestorage\.com|storage\.googleapis\.com|digitaloceanspaces\.com|backblazeb2\.com|wasabisys\.com|linodeobjects\.com|scw\.cloud|aliyuncs\.com|myqcloud\.com)$/;

/** An origin, as it is checked. Throws a 400 for an address that has more, or the bucket's name itself, which would be there twice. */
export function endpointOf(address: string, bucket: string): string {
  const url = URL.parse(address.replace(bucketPlace, "bucket"));
  const isNamed = !address.includes(bucketPlace);
  if (isNamed && url?.hostname.startsWith(`${bucket.toLowerCase()}.`) && bucketHosts.test(url.hostname))
    throw wrong(
      "endpoint",
      "has_the_bucket",
      "The address begins with the bucket's name. Leave it out, or write {bucket} in its place if the service asks for it there.",
    );
  if (url && (url.pathname !== "/" || url.search !== "" || url.hash !== ""))
    throw wrong(
      "endpoint",
      "has_a_path",
      "Give the address of the service alone; the bucket has a field of its own.",
    );
  return address;
}

/** The time zone as it is spelled. Throws a 400 for one that there is not. */
export function timezoneOf(name: string): string {
  const spelled = spelledTimezone(name);
  if (spelled === null) throw wrong("timezone", "bad_format", timezoneFault(name));
  return spelled;
}

export const keysMissing = () =>
  wrong("secretKey", "required", "Give the access key's id and its secret together.");

const wrong = (field: string, code: string, message: string) =>
  invalid([{ in: "body", path: `/${field}`, code, message } satisfies Issue]);
