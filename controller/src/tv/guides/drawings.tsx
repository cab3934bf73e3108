/** The small drawings of the guides: outlines in the colour of the text, and lit what is to be looked at. */
import type { ComponentChildren, JSX } from "preact";

const DRAWINGS = {
  remote: (
    <>
      <rect x="38" y="2" width="20" height="60" rx="8" />
      <path d="M44 40h2m4 0h2m-8 7h2m4 0h2m-8 7h2m4 0h2" />
      <circle class="lit" cx="48" cy="14" r="6" />
      <path class="ink" d="m44.5 14.5 3.5-3.5 3.5 3.5m-5.5-.5v3.5h4v-3.5" />
      <circle cx="48" cy="29" r="6" />
    </>
  ),
  apps: (
    <Tv>
      <path d="M20 14h12v10H20Zm44 0h12v10H64ZM20 30h12v10H20Zm22 0h12v10H42Zm22 0h12v10H64Z" />
      <rect class="lit" x="40" y="12" width="16" height="14" />
    </Tv>
  ),
  address: (
    <Tv>
      <rect class="lit" x="18" y="12" width="60" height="11" rx="2" />
      <path class="ink" d="M23 17.5h6m3 0h10m3 0h5m6-3.5v7" />
      <path d="M22 32h34m-34 8h22" />
    </Tv>
  ),
  board: (
    <Tv>
      <Cards />
    </Tv>
  ),
  pad: (
    <>
      <path d="M30 16h36c12 0 20 15 20 30 0 8-3 12-8 12-9 0-9-12-18-12H36c-9 0-9 12-18 12-5 0-8-4-8-12 0-15 8-30 20-30Z" />
      <path d="M28 24v10m-5-5h10" />
      <circle class="lit" cx="68" cy="29" r="6" />
    </>
  ),
  cable: (
    <>
      <path d="M6 20h30v22H6ZM2 46h38v5H2Z" />
      <path d="M52 8h42v30H52Zm14 36h14" />
      <path class="lit-line" d="M40 48h8c8 0 2 10 12 10h8c6 0 5-6 5-14" />
    </>
  ),
  input: (
    <Tv>
      <rect class="lit" x="24" y="16" width="48" height="20" rx="3" />
      <path class="ink" d="M34 22h28l-4 8H38Z" />
    </Tv>
  ),
  full: (
    <Tv>
      <path class="lit-line" d="M20 21v-8h10m36 0h10v8m0 13v8H66m-36 0H20v-8m12-12-8-6m40 6 8-6M32 33l-8 6m40-6 8 6" />
    </Tv>
  ),
  scan: (
    <>
      <rect x="10" y="4" width="32" height="56" rx="5" />
      <path d="M22 54h8" />
      <path class="lit-line" d="M16 18v-6h6m8 0h6v6m0 14v6h-6m-8 0h-6v-6" />
      <path d="M56 14h14v14H56Zm22 0h14v14H78ZM56 36h14v14H56Zm24 2v4m8-4v4m-8 6v2m8-2v2" />
    </>
  ),
  mirror: (
    <>
      <rect x="6" y="8" width="26" height="48" rx="5" />
      <path d="M52 10h40v30H52Zm12 36h16" />
      <path class="lit-line" d="M36 32h11m-4-5 5 5-5 5" />
    </>
  ),
  lying: (
    <>
      <rect x="8" y="8" width="80" height="42" rx="6" />
      <g transform="translate(9 1) scale(0.81 0.88)">
        <Cards />
      </g>
      <path d="M6 58h84" />
    </>
  ),
  frame: (
    <>
      <path d="M10 4h76v56H10Z" />
      <path d="M17 11h62v42H17Z" />
      <g transform="translate(4.8 6.5) scale(0.9)">
        <Cards />
      </g>
    </>
  ),
  house: (
    <>
      <path d="M8 34 48 4l40 30M18 28v32h60V28" />
      <rect class="lit" x="30" y="30" width="36" height="22" rx="2" />
      <path class="ink" d="m34 48 9-10 7 7 5-5 7 8Z" />
    </>
  ),
} as const;

export type DrawingName = keyof typeof DRAWINGS;

/** Beside words that say the same. */
export function Drawing({ name }: { name: DrawingName }): JSX.Element {
  return (
    <svg class="guide-drawing" viewBox="0 0 96 64" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}

/** A television, with what is on it. */
function Tv({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <>
      <path d="M10 4h76v46H10Zm24 56h28m-14-10v10" />
      {children}
    </>
  );
}

/** The game, as far as one sees it from here. */
function Cards(): JSX.Element {
  return (
    <>
      <path d="M19 13h12v7H19Zm16 0h12v7H35Zm16 0h12v7H51Zm16 0h10v7H67ZM19 24h12v7H19Zm32 0h12v7H51Zm16 0h10v7H67ZM19 35h12v7H19Zm16 0h12v7H35Zm16 0h12v7H51Z" />
      <path class="lit" d="M35 24h12v7H35Zm32 11h10v7H67Z" />
    </>
  );
}
