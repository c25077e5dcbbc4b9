import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Weather',
  summary: 'Current weather and daily forecasts up to 16 days for any city in the world.',
  whenToUse: [
    'Someone asks what the weather or the temperature is in a place',
    'Someone asks whether it will rain, snow, or be hot or cold in the coming days',
    'Field work has to be planned around the weather',
  ],
  whenNotToUse: ['Weather of past dates, climate statistics or warnings by an authority'],
  examples: [
    { user: "What's the weather in Berlin?", tool: 'get_current_weather', args: { city: 'Berlin' } },
    {
      user: 'How hot is it in Paris, Texas right now?',
      tool: 'get_current_weather',
      args: { city: 'Paris, Texas' },
    },
    { user: 'Is it raining in London?', tool: 'get_current_weather', args: { city: 'London' } },
    {
      user: 'Will it rain in Nairobi over the next 5 days?',
      tool: 'get_weather_forecast',
      args: { city: 'Nairobi', days: 5 },
    },
    { user: 'Forecast for São Paulo', tool: 'get_weather_forecast', args: { city: 'São Paulo' } },
  ],
  tags: [
    'weather',
    'forecast',
    'temperature',
    'rain',
    'snow',
    'sun',
    'wind',
    'humidity',
    'hot',
    'cold',
    'degrees',
    'umbrella',
  ],
  category: 'information',
  loading: 'on-demand',
  stability: 'stable',
};
