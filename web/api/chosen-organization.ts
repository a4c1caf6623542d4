const place = "organization";

/** The organization that this tab works in; null: the one that the reader named last. */
export const chosenOrganization = (): string | null => sessionStorage.getItem(place);

/** From here on this tab works in another one; what it knows of the former goes with the page. */
export function workIn(organizationId: string): void {
  sessionStorage.setItem(place, organizationId);
  location.assign("/");
}

/** The tab's own is not the reader's any more. */
export const forgetOrganization = (): void => sessionStorage.removeItem(place);
