/** What every form says. */
export const form = {
  save: "Save",
  saving: "Saving …",
  saved: "Saved.",
  undo: "Undo changes",
  kept: "What you typed is still here.",
  cancel: "Cancel",
  close: "Close",
  remove: "Remove",
  readOnly: (role: string): string => `You can look at this page. Your role, ${role}, does not change it.`,
  copy: "Copy",
  copied: "Copied",
};
