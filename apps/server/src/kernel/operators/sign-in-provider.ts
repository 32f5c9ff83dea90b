/** The port to a provider of identities (OpenID Connect) through which operators may sign in (ADR 109). */

/** What one visit of a browser at the provider is known by. Each is drawn for it and used once. */
export interface Visit {
  /** Comes back in the address. */
  readonly state: string;
  /** Comes back in the signed answer. */
  readonly nonce: string;
  /** Proves that the code is taken by the console that began (RFC 7636). */
  readonly verifier: string;
  /** Asks for the e-mail address too, for people who decide on a link. */
  readonly asksEmail: boolean;
}

/** A person as the provider names them. */
export interface ProvenIdentity {
  /** Never changes and is never given to another person. */
  readonly subject: string;
  /** Verified by the provider; empty: none. */
  readonly email: string;
}

/** `refused`: the provider, or the person there, said no. `invalid`: what came back is not the provider's answer to this visit. */
export type ProviderAnswer =
  | { readonly kind: 'proven'; readonly identity: ProvenIdentity }
  | { readonly kind: 'refused' | 'invalid'; readonly reason: string };

/** The provider did not answer, or not as a provider does. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

export interface SignInProvider {
  /** As people know it: "Sign in with …". */
  readonly name: string;
  /** Its address, which is a part of each identity. */
  readonly issuer: string;
  /** Where the browser goes. @throws ProviderDown */
  addressOf(visit: Visit): Promise<string>;
  /** Whom the answer names, which the browser brings back as the query of its address. @throws ProviderDown */
  identityOf(answer: URLSearchParams, visit: Visit): Promise<ProviderAnswer>;
}
