/** The id of the record in the page's URL. */
import { useParams } from '../platform/navigation/current-page.ts';

/** The number of `?id=`; undefined if it is missing or malformed. */
export function useRecordId(): number | undefined {
  const { id } = useParams();
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
