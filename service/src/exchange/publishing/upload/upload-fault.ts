/** Why nothing or not everything was sent to a site. Each reason has one text for the person who has set the site, without what the site answered. */
export const UPLOAD_FAULTS = {
  not_set_up: 'The host, the user or the password of the site is missing. Set them under Publishing.',
  password_unreadable:
    'The stored password cannot be read, because it was encrypted with another key. Set it again under Publishing.',
  host_not_found: 'The host of the site was not found. Check its name under Publishing.',
  address_not_allowed:
    'The host of the site has an address that is not on the public internet. Check its name; the operator of the service can allow its network with OUTBOUND_NETWORKS.',
  not_reached:
    'No connection to the site was possible. Check the host and the port under Publishing; it is tried again.',
  no_tls:
    'The site offers no TLS on this port. Ask the site for its host and port, or set the security of the connection to none.',
  certificate_not_trusted:
    'The certificate of the site is not trusted, or belongs to another host. Check the host under Publishing, and ask the site.',
  unavailable: 'The site accepts no more connections at the moment. It is tried again.',
  wrong_password:
    'The site refused the user or the password. Set both under Publishing as the site has given them.',
  no_passive_mode:
    'The site, or a firewall on the way to it, refused the connection for the files (passive mode). Ask the site whether it offers passive FTP.',
  refused: 'The site refused to store a file. Ask the site whether this user may write to its folder.',
  disk_full:
    'The site could not store a file. Most often its disk, or the space of this user, is full: ask the site, or remove files there.',
  cut_off:
    'The connection to the site ended in the middle. What the site had before is still there; it is tried again.',
  too_slow: 'The site did not answer in time. What the site had before is still there; it is tried again.',
  too_large:
    'The files are larger than what is sent to a site at a time. Leave animals out, and look at the files.',
  turned_off: 'The site was turned off, or the account may not send any more, before everything was sent.',
  interrupted:
    'The service ended several times while it sent to this site. Ask the operator of the service to look into its log.',
  service_fault:
    'The service could not make the files. Ask the operator of the service to look into its log; it is tried again.',
} as const;

export type UploadReason = keyof typeof UPLOAD_FAULTS;

/** A site did not take everything. The message is a sentence for the person who has set the site. */
export class UploadFault extends Error {
  override name = 'UploadFault';
  readonly reason: UploadReason;

  constructor(reason: UploadReason, cause?: unknown) {
    super(UPLOAD_FAULTS[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
