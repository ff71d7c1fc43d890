/** Why a connection to another host was not made, or brought no answer. Each reason has one text, without what the host sent. */
const TEXTS = {
  host_not_found: 'The host was not found.',
  address_not_allowed:
    'The host has an address that is not on the public internet. The operator of the service can allow its network with OUTBOUND_NETWORKS.',
  not_https:
    'The address must begin with https://. The operator of the service can allow http:// for a host with OUTBOUND_HTTP_HOSTS.',
  not_reached: 'The connection to the host failed.',
  certificate_not_trusted: 'The certificate of the host is not trusted.',
  too_slow: 'The host did not answer in time.',
  too_large: 'The answer of the host is too large.',
  invalid_answer: 'The host did not answer as a web server does.',
} as const;

export type OutboundReason = keyof typeof TEXTS;
export const OUTBOUND_REASONS = Object.keys(TEXTS) as readonly OutboundReason[]; // they are its keys

export function textOfReason(reason: OutboundReason): string {
  return TEXTS[reason];
}

/** The message is a sentence for the person who has set the address. */
export class OutboundFault extends Error {
  override name = 'OutboundFault';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, cause?: unknown) {
    super(TEXTS[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
