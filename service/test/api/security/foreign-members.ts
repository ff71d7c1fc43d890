/** Members that no client may set, under their public, internal and common names. */
export const FOREIGN = [
  '"id":99',
  '"ownerId":2,"owner_id":2,"owner":2',
  '"accountId":2,"account_id":2,"account":{"id":2,"role":"manager"}',
  '"role":"manager","plan":"enterprise","perMinute":1000000,"isAdmin":true',
  '"placedAt":"2000-01-01T00:00:00.000Z","expiresAt":"2100-01-01T00:00:00.000Z","expires_at":0,"updatedAt":0',
  '"__proto__":{"id":99,"ownerId":2,"role":"manager","expiresAt":0}',
  '"constructor":{"prototype":{"ownerId":2,"role":"manager"}}',
].join(',');

/** A query with such names. */
export const FOREIGN_QUERY = 'id=99&ownerId=2&owner_id=2&accountId=2&role=manager&__proto__[role]=manager';
