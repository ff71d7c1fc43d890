// Takes long.

/** The jobs of this folder, on the screen of a desk. */
process.env.TEST_SCREEN = 'desk';
await import('./all-jobs.ts');
