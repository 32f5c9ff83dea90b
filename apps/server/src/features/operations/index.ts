/** Operations: what operators see of the invariants, and how two of them lift read-only mode. */
import type { Feature } from '../../platform/feature.ts';
import type { OperationsDeps } from './deps.ts';
import { operationRoutes } from './operator.ts';

export function createOperations(deps: OperationsDeps): Feature {
  return { slug: 'operations', routes: operationRoutes(deps) };
}
