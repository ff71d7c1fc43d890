import manifest from '../../../../package.json' with { type: 'json' };

/** The version of the software. The API has its own version, in `openapi.json`. */
export const VERSION: string = manifest.version;
