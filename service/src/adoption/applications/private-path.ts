/** The folder of the private pages: what follows is secret (`server/telemetry/request-spans.ts` hides it). */
const PRIVATE_PATH = '/application';

/** Returns the path of the private page with a link. */
export function privatePath(secret: string): string {
  return `${PRIVATE_PATH}/${secret}`;
}

/** Returns the address of the private page of an applicant. */
export function privateUrl(publicUrl: string, secret: string): string {
  return publicUrl + privatePath(secret);
}
