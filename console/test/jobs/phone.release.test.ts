// Takes long.

/** The jobs of this folder, on a phone. */
process.env.TEST_SCREEN = 'phone';
await import('./all-jobs.ts');
