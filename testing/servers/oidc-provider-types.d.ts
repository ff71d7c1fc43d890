/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: { readonly session: { readonly accountId: string } };
  }

  interface Configuration {
    readonly [option: string]: unknown;
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (owner: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
