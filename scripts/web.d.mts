export const leaves: readonly string[];
export function webFingerprint(): string;
export function buildWeb(): boolean;
export function isCurrent(): boolean;
