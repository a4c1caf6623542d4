declare module "html-encoding-sniffer" {
  /** The encoding of an HTML document by the WHATWG's rules, as its standard names it. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string; xml?: boolean },
  ): string;
}
