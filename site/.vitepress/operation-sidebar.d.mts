interface SidebarLink {
  readonly text: string;
  readonly link: string;
}

export const operationSidebar: {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: SidebarLink[];
}[];
