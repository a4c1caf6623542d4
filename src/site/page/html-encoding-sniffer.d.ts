declare module "html-encoding-sniffer" {
  /** The encoding of an HTML document by the WHATWG's rules, as its standard names it. */
  function sniff(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string; xml?: boolean },
  ): string;

  export = sniff;
}
