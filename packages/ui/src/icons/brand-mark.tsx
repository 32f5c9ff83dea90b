/** The brand's name and logo. */
export const BRAND_NAME = 'Tern';

/** A forked wing that also reads as a rising line. */
export function BrandMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.2 9.6C9 9.2 12.4 12.4 14 18.4 15.2 11 19 6.2 25 4.4" />
      <path d="M9.6 22.8c2.3-.3 3.7-1.7 4.4-4.4 1.2 2.6 3.2 4 6 4.2" opacity=".55" />
    </svg>
  );
}
