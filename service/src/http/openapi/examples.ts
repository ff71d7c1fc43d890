/** The pet and the order of every example in the OpenAPI document. */

export const PET_EXAMPLE = { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' } as const;

export const ORDER_EXAMPLE = {
  id: 7n,
  petId: PET_EXAMPLE.id,
  status: 'placed',
  reference: 'application 2026-118',
  placedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-23T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};
