/** The record that a page's address names. */
import { useParams } from '../platform/navigation/current-page.ts';

/** The number behind `?id=`; undefined when there is none that could be one. */
export function useChosenId(): number | undefined {
  const { id } = useParams();
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
