import { type SiteProfile, titleParts } from "../../site/crawl/crawl.ts";

/**
 * What a site calls itself, which is nothing that it sells: the brand, the site's name, and a part of its title that the brand
 * begins with (`Hivelark` where the brand is `Hivelark Two`).
 */
export function ownNames(brand: string, { siteName, title }: SiteProfile): string[] {
  const shorter = titleParts(title).filter((part) =>
    brand.toLowerCase().startsWith(`${part.toLowerCase()} `),
  );
  return [brand, ...(siteName ? [siteName] : []), ...shorter];
}
