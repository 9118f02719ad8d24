/** Whether any dialog is open; one that is fading out after closing does not count. */
export const isDialogOpen = (): boolean => document.querySelector('.bp6-overlay-open .bp6-dialog') !== null
