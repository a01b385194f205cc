interface SidebarLink {
  readonly text: string;
  readonly link: string;
}

export const operationSidebar: {
  readonly text: string;
  readonly items: SidebarLink[];
}[];
