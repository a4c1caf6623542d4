export function webFingerprint(): string;
export function buildWeb(): boolean;
