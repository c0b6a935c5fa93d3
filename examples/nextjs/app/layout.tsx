import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './page.css';

export const metadata: Metadata = { title: 'Contact', icons: 'data:,' };
export const viewport: Viewport = { colorScheme: 'light dark' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
