/** Why a connection is closed although its client did nothing that HTTP forbids. */
export type CloseReason = keyof typeof CLOSE_MESSAGES;

export const CLOSE_MESSAGES = {
  connection_limit: 'connections are closed: there are more than MAX_CONNECTIONS',
  address_limit: 'connections are closed: a client address has more than MAX_CONNECTIONS_PER_ADDRESS',
  slow_reader: 'connections are closed: their clients read less than 1 KB a second',
  unread_memory: 'connections are closed: responses that clients do not read use up their memory',
} as const;
