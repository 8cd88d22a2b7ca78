/** The analytics events of the specification and what each carries. page.ts hears them and talks to the script. */
export interface AnalyticsEvents {
  button_click: { button_name: string; location: string };
  navigation_click: { link_name: string; destination: string };
  form_submission: { form_name: string } & Record<string, string | number | boolean>;
  file_download: { file_name: string; file_type: string };
  project_view: { project_name: string };
  service_view: { service_name: string };
  contact_method: { method: string; value: string };
  app_download_click: { app_name: string; platform: string; app_type?: string };
  test_tracking: { timestamp: string; test: boolean };
}

export function track<Name extends keyof AnalyticsEvents>(name: Name, data: AnalyticsEvents[Name]): void {
  dispatchEvent(new CustomEvent("site:track", { detail: { name, data } }));
}
