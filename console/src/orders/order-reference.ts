import { TEXTS } from './orders-texts.ts';

/** The reference of an order that the acceptance of an application has placed. */
const OF_APPLICATION = /^application:(\d{1,19})$/;

/** Returns the application whose acceptance has placed an order with this reference; undefined for any other one. */
export function applicationOfReference(reference: string): bigint | undefined {
  const [, id] = OF_APPLICATION.exec(reference) ?? [];
  return id === undefined ? undefined : BigInt(id);
}

/** Returns a reference in words. */
export function referenceText(reference: string): string {
  const id = applicationOfReference(reference);
  return id === undefined ? reference : TEXTS.application(id);
}
